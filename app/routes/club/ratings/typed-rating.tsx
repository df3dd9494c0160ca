import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { scores } from "#app/domain/club/ratings/ratings.ts";
import { tagLabels } from "#app/domain/values/rating-tags.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useReply } from "#app/ui/post-form.tsx";

/**
 * Shows a typed rating that cannot be saved any more, because the game was cancelled, moved or rated meanwhile, so that
 * it can be copied.
 */
export function TypedRating() {
  const reply = useReply();
  if (!reply) return null;
  const { values } = reply;
  const score = scores.find((each) => String(each) === values.score);
  const tags = tagLabels([values.happened ?? [], values.supportive ?? []].flat());
  const reason = String(values.reason ?? "");
  return (
    <section aria-labelledby="typed">
      <Notice tone="minor" title="Your rating is not saved">
        <p>This is what you typed, so that you can copy it.</p>
        {score === 0 ? (
          <p>
            A Major Incident should not get lost: please tell your club's administrators. They can put a
            cancelled game back on the schedule, and then you can rate it.
          </p>
        ) : null}
      </Notice>
      <h2 id="typed">What you typed</h2>
      <Facts
        facts={[
          ["Rating", score === undefined ? "None chosen" : `${score} ${scoreLabels[score].name}`],
          ["What happened, what went well", tags.join(", ") || "Nothing checked"],
        ]}
      />
      {reason ? (
        <div className="field">
          <label htmlFor="typed-reason">Reason</label>
          <textarea className="input" id="typed-reason" rows={4} readOnly defaultValue={reason} />
        </div>
      ) : null}
    </section>
  );
}
