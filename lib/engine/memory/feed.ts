/** Hands values to everybody who follows at that moment. */
export type Feed<T> = {
  publish(value: T): void;
  /** Those who follow now have their loop ended, or broken with the error. */
  end(error?: Error): void;
  /** Begins at the call; ends with the feed, or quietly with the signal. */
  follow(signal: AbortSignal): AsyncGenerator<T, void, undefined>;
};

export function createFeed<T>(): Feed<T> {
  const followers = new Set<Follower<T>>();
  return {
    publish(value) {
      for (const follower of followers) follower.take(value);
    },
    end(error) {
      for (const follower of followers) follower.end(error);
    },
    follow(signal) {
      const follower = createFollower<T>();
      followers.add(follower);
      const leave = () => follower.end();
      if (signal.aborted) leave();
      signal.addEventListener("abort", leave, { once: true });
      return follower.values(() => {
        followers.delete(follower);
        signal.removeEventListener("abort", leave);
      });
    },
  };
}

type Follower<T> = {
  take(value: T): void;
  end(error?: Error): void;
  values(onLeave: () => void): AsyncGenerator<T, void, undefined>;
};

function createFollower<T>(): Follower<T> {
  const waiting: T[] = [];
  let ended = false;
  let failure: Error | undefined;
  let wake = () => {};
  return {
    take(value) {
      waiting.push(value);
      wake();
    },
    end(error) {
      ended = true;
      failure ??= error;
      wake();
    },
    async *values(onLeave) {
      try {
        while (true) {
          for (let value = waiting.shift(); value !== undefined; value = waiting.shift()) yield value;
          if (failure) throw failure;
          if (ended) return;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        onLeave();
      }
    },
  };
}
