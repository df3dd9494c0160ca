/** What the check looks at, and what it cannot know. */
export function Explanation() {
  return (
    <section className="prose">
      <h2>How it works</h2>
      <p>
        Every signature is a record that names the text that was shown, the person who signed and the record
        before it, each by a fingerprint (SHA-256). Whoever changes a letter, removes a record or moves one
        breaks a fingerprint, and this page names the record.
      </p>
      <p>
        You need no account. Your file is deleted as soon as it is checked. You can also check it without us:
        an export says in its first lines how, with tools that every Linux computer has.
      </p>
      <p>
        A file that somebody made up from beginning to end is whole in itself. Compare its fingerprint with
        your own copy, or ask the club for a new export: the newest one matches what Goodside has on record,
        and this page says so.
      </p>
    </section>
  );
}
