import type { ReactNode } from "react";
import { LEAST_RATED_GAMES } from "#app/domain/control/leaderboard/ranking.ts";
import { Picture, type PictureName } from "#app/routes/site/pictures/picture.tsx";

/** The six parts of the product, each as far as it is there today (product.md#public-pages). */
export function Features() {
  return (
    <section className="part" aria-labelledby="features">
      <h2 id="features">What your club gets</h2>
      <div className="pair">
        <Feature
          title="Sideline Rating Tool"
          picture="rating"
          alt="The rating page on a phone: the game, and three large buttons for the scores 20, 10 and 0."
        >
          <p>
            At the field, on any phone, in a few taps. No app to install, and a weak connection is enough.
          </p>
          <p>
            Coach and manager rate on their own: neither sees the other’s score before giving one, and one
            published rule makes two scores one. A major incident goes to the club’s administrators with a
            private note.
          </p>
        </Feature>
        <Feature
          title="Digital Parent Agreement"
          picture="agreement"
          alt="The agreement on a parent's phone: the club's name, the promises and the place to sign."
        >
          <p>
            Parents read and sign your club’s sideline agreement from an email, in English or Spanish, without
            an account. Reminders go out by themselves, and every reminder can be stopped.
          </p>
          <p>You see who has signed, team by team. Whoever signed can keep a copy as PDF.</p>
        </Feature>
      </div>
      <Feature
        title="Club Leaderboard"
        picture="leaderboard"
        alt="The leaderboard of a state: teams with rank, average and the line of their latest games."
      >
        <p>
          Teams of the same age, in the state and in the country. A team is ranked once {LEAST_RATED_GAMES} of
          its games are rated, and few games never beat many. No parent and no child is ever named.
        </p>
        <p>
          <a href="/leaders">See the public leaders</a>
        </p>
      </Feature>
      <div className="small-features">
        <section>
          <h3>Printable Resources</h3>
          <p>
            Today: a QR code that leads parents to your registration page, and signed agreements as PDF. Signs
            for the sideline are not there yet.
          </p>
        </section>
        <section>
          <h3>Rewards Toolkit</h3>
          <p>
            Today: perfect games counted for every team, on its page and on the boards. Certificates are not
            there yet.
          </p>
        </section>
        <section>
          <h3>Micro-Training Videos</h3>
          <p>
            Today: <a href="/help#lessons">short illustrated lessons</a> for raters, parents and coaches, a
            few minutes each. Films are not there yet.
          </p>
        </section>
      </div>
      <p>
        <a href="/tour">See all of it in eight pictures</a>
      </p>
    </section>
  );
}

function Feature(props: { title: string; picture: PictureName; alt: string; children: ReactNode }) {
  return (
    <section className="feature">
      <div>
        <h3>{props.title}</h3>
        {props.children}
      </div>
      <Picture name={props.picture} alt={props.alt} />
    </section>
  );
}
