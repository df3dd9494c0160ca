/** What the supervisor asks its processes, and what they answer. */
export interface MetricsQuestion {
  askMetrics: number;
}
export interface MetricsAnswer {
  answerTo: number;
  metrics: unknown;
}

/** Answers the supervisor whenever it asks what this process has counted. */
export function reportMetrics(read: () => Promise<unknown>): void {
  process.on("message", async (message: Partial<MetricsQuestion>) => {
    if (typeof message?.askMetrics !== "number") return;
    const answer: MetricsAnswer = { answerTo: message.askMetrics, metrics: await read() };
    if (process.connected) process.send?.(answer);
  });
}
