/** What the product is for, as aims: no number without its source (product.md#public-pages). */
const aims = [
  {
    title: "Games that children enjoy",
    text: "The sideline cheers, the coach coaches, the referee decides.",
  },
  {
    title: "Referees and coaches who come back",
    text: "A club that can see its sideline can stand up for the people on the field.",
  },
  {
    title: "Parents who know what is expected",
    text: "One text, signed before the season, in words that everybody understands.",
  },
  {
    title: "Talks early, not hearings late",
    text: "A line that turns rough is a reason for a quiet word after one game, not after ten.",
  },
] as const;

export function Aims() {
  return (
    <section className="part" aria-labelledby="aims">
      <h2 id="aims">What we work for</h2>
      <dl className="aims">
        {aims.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
