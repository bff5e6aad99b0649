import { useEffect, useRef, useState } from "react";

export type StreamState = "connecting" | "open" | "lost" | "ended" | "refused";

type Handlers = Readonly<Record<string, (data: unknown) => void>>;

/**
 * Follows server-sent events. The browser connects again by itself and resumes after the last id it saw.
 * @param address null: nothing to follow; read once, so that a resume point in it may move on
 * @param isOver asked when the connection ends: true when there is nothing more to come
 */
export function useEventStream(
  address: string | null,
  handlers: Handlers,
  isOver: () => boolean,
): StreamState {
  const [state, setState] = useState<StreamState>(address ? "connecting" : "ended");
  const latest = useRef({ handlers, isOver });
  latest.current = { handlers, isOver };
  const names = Object.keys(handlers).join(" ");
  useEffect(() => {
    if (!address) {
      setState("ended");
      return;
    }
    setState("connecting");
    const source = new EventSource(address);
    source.onopen = () => setState("open");
    source.onerror = () => {
      if (latest.current.isOver()) {
        source.close();
        setState("ended");
      } else setState(source.readyState === EventSource.CLOSED ? "refused" : "lost");
    };
    for (const name of names.split(" ")) {
      source.addEventListener(name, (event) => {
        latest.current.handlers[name]?.(JSON.parse((event as MessageEvent<string>).data));
      });
    }
    source.addEventListener("refusal", () => {
      source.close();
      setState("refused");
    });
    return () => source.close();
  }, [address, names]);
  return state;
}
