"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { InputBox, InputButton } from "./input";

type PasswordInputProps = Omit<ComponentProps<"input">, "type"> & {
  /** What is shown or hidden, for the name of the button. */
  what: string;
  boxClassName?: string;
  children?: ReactNode;
};

/** A masked field that can be shown; further buttons come as children. */
export function PasswordInput({ what, boxClassName, children, ...props }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <InputBox className={boxClassName}>
      <input type={shown ? "text" : "password"} spellCheck={false} autoCapitalize="none" {...props} />
      <InputButton aria-label={`${shown ? "Hide" : "Show"} ${what}`} onClick={() => setShown(!shown)}>
        <Icon aria-hidden />
      </InputButton>
      {children}
    </InputBox>
  );
}
