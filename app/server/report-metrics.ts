/** Sent by the supervisor, with a number that the answer repeats. */
export interface MetricsQuestion {
  askMetrics: number;
}
export interface MetricsAnswer {
  answerTo: number;
  metrics: unknown;
}

/** Sends this process's metrics whenever the supervisor asks for them. */
export function reportMetrics(read: () => Promise<unknown>): void {
  process.on("message", async (message: Partial<MetricsQuestion>) => {
    if (typeof message?.askMetrics !== "number") return;
    const answer: MetricsAnswer = { answerTo: message.askMetrics, metrics: await read() };
    if (process.connected) process.send?.(answer);
  });
}
