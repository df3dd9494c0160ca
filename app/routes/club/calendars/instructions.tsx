/** How to subscribe, for the calendars that most people have. */
export function Steps() {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">How to subscribe</h2>
      <details>
        <summary>iPhone, iPad and Mac</summary>
        <ol>
          <li>
            Press <strong>Subscribe on this device</strong> above and confirm.
          </li>
          <li>
            If nothing happens: copy the address, open Settings, Apps, Calendar, Calendar Accounts, Add
            Account, Other, Add Subscribed Calendar, and paste it.
          </li>
        </ol>
        <p className="muted">The games are fetched about once an hour.</p>
      </details>
      <details>
        <summary>Google Calendar and Android phones</summary>
        <ol>
          <li>Copy the address.</li>
          <li>
            On a computer open calendar.google.com. Beside <strong>Other calendars</strong> press the plus
            sign and choose <strong>From URL</strong>.
          </li>
          <li>
            Paste the address and press <strong>Add calendar</strong>. It also shows on your phone, in the
            Google Calendar app.
          </li>
        </ol>
        <p className="muted">
          Google itself decides when to fetch the games again, often only every few hours.
        </p>
      </details>
      <details>
        <summary>Outlook</summary>
        <ol>
          <li>Copy the address.</li>
          <li>
            In Outlook on the web open the calendar, press <strong>Add calendar</strong>, then{" "}
            <strong>Subscribe from web</strong>.
          </li>
          <li>
            Paste the address, give it a name and press <strong>Import</strong>.
          </li>
        </ol>
        <p className="muted">Outlook fetches the games a few times a day.</p>
      </details>
    </section>
  );
}
