import type { Response } from "express";
import { SandboxPage, show } from "./layout.tsx";

export function notFoundPage(res: Response): void {
  show(
    res,
    <SandboxPage title="There is nothing here">
      <p>
        The address is not one of the sandbox, or what it showed is gone.{" "}
        <a href="/sandbox">Go to the start</a>.
      </p>
    </SandboxPage>,
    404,
  );
}

export function failedPage(res: Response): void {
  show(
    res,
    <SandboxPage title="The sandbox failed">
      <p>
        This is a fault of the sandbox, not of the app; its log says more.{" "}
        <a href="/sandbox">Go to the start</a>.
      </p>
    </SandboxPage>,
    500,
  );
}
