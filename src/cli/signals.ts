import { EXIT } from '../base/errors.js';

/** How long a command that does not stop by itself may take to come to an end after SIGINT. */
const GRACE_MS = 1000;

/**
 * First Ctrl-C: `controller` is aborted; work that can stop between two steps does so (exit 130), other work is ended
 * after a second. Second Ctrl-C: at once; every write is safe against that.
 * @param patient the running command stops by itself when the signal is aborted.
 * @returns takes the handlers off again.
 */
export function handleInterrupts(controller: AbortController, patient: boolean): () => void {
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
    if (patient) process.stderr.write('\nstopping after this step; press Ctrl-C again to stop at once\n');
    else setTimeout(() => process.exit(EXIT.interrupted), GRACE_MS).unref();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return () => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
}

/** `| head` closes the pipe early: that is no error, the reader has what it wanted. */
export function toleratePipeEnd(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'EOF') process.exit(process.exitCode ?? EXIT.done);
    throw error;
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    // Nobody listens to the talk any more; the work goes on.
    if (error.code !== 'EPIPE') throw error;
  });
}
