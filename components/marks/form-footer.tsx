import { Button } from "@/components/ui/button";
import { CardFooter } from "@/components/ui/card";

type FormFooterProps = {
  busy: boolean;
  words: { act: string; busy: string };
  /** Absent where there is nothing to go back to. */
  cancel?: () => void;
};

/** The foot of a card that is a form: back, and on. */
export function FormFooter({ busy, words, cancel }: FormFooterProps) {
  return (
    <CardFooter className="flex justify-end gap-2">
      {cancel && (
        <Button onClick={cancel} disabled={busy}>
          Cancel
        </Button>
      )}
      <Button type="submit" variant="primary" disabled={busy}>
        {busy ? words.busy : words.act}
      </Button>
    </CardFooter>
  );
}
