import { copyTargetName } from "#app/config/copy-target.ts";
import { env } from "#app/config/env.server.ts";
import { COPY_LATE_SECONDS, readCopyState, secondsSinceCopy } from "#app/db/copy-state.server.ts";
import { machineNow } from "#app/runtime/clock.server.ts";

export interface CopyAge {
  /** null before anything was copied there. */
  seconds: number | null;
  late: boolean;
  /** Files that cannot be copied. */
  failed: number;
}

/** Returns how far the continuous copy lags; null without one (product/operations.md#continuous-copy). */
export function copyAge(): CopyAge | null {
  const { copyTo, dataDir } = env();
  if (!copyTo) return null;
  const state = readCopyState(dataDir);
  if (!state || state.to !== copyTargetName(copyTo)) return { seconds: null, late: false, failed: 0 };
  const seconds = secondsSinceCopy(state, machineNow());
  return {
    seconds: state.asOf === null ? null : Math.round(seconds),
    late: seconds > COPY_LATE_SECONDS,
    failed: state.failed.length,
  };
}
