import { spawn } from "node:child_process";

export interface ToolRun {
  /** null: the tool is not installed. */
  output: string | null;
  timedOut: boolean;
}

/** Runs an installed scanner with a time limit. */
export function runTool(tool: string, args: string[], seconds: number): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ["ignore", "pipe", "pipe"], detached: true });
    let output = "";
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    }, seconds * 1000);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      if (error.code === "ENOENT") resolve({ output: null, timedOut });
      else reject(error);
    });
    child.on("close", () => {
      clearTimeout(timer);
      resolve({ output, timedOut });
    });
  });
}
