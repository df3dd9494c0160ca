export const handle = { bare: true };

export default function Home() {
  return <h1>Goodside</h1>;
}
