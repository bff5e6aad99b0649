/**
 * Takes one thing of a queue after the other while there is room; a call in between is not forgotten.
 * @param what such as `deployments`, for the server's log
 */
export function createFiller(what: string, room: () => boolean, takeOne: () => Promise<boolean>) {
  let filling: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;

  async function takeAll() {
    do {
      isAskedAgain = false;
      while (!isStopped && room() && (await takeOne()));
    } while (isAskedAgain && !isStopped);
  }

  return {
    fill() {
      isAskedAgain = true;
      if (isStopped) return;
      filling ??= takeAll()
        .catch((error: unknown) => console.error(`${what} cannot be taken from the queue right now:`, error))
        .finally(() => {
          filling = undefined;
        });
    },
    async stop() {
      isStopped = true;
      await filling;
    },
  };
}
