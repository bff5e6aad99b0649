import { ChevronDown, Download, Pause, Play, Search, WrapText } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { InputBox } from "@/components/ui/input";
import { LEVEL_FILTERS, type LevelFilter, type LineFilter } from "./line";

/** A quiet button on the log's dark ground. */
export const LOG_BUTTON =
  "border-transparent bg-transparent font-normal text-[#a6b6bd] shadow-none hover:bg-[#172730] hover:text-[#e7eff1] aria-pressed:bg-[#17303a] aria-pressed:text-[#7fd0dc]";

export function LogBarFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-[#1d2c34] px-2.5 py-2">
      {children}
    </div>
  );
}

type LogBarProps = {
  search: { needle: string; count: string; search: (text: string) => void; move: (step: 1 | -1) => void };
  services: readonly string[];
  filter: LineFilter;
  setFilter: (filter: LineFilter) => void;
  wrap: boolean;
  setWrap: (wrap: boolean) => void;
  following: boolean;
  live: boolean;
  toggleFollow: () => void;
  download: () => void;
};

export function LogBar(props: LogBarProps) {
  const { filter, setFilter, services, wrap, setWrap, following, live, toggleFollow, download } = props;
  return (
    <LogBarFrame>
      <SearchField {...props.search} />
      <Choice
        label="Service"
        value={filter.service ?? ""}
        choices={[["", "All services"], ...services.map((name) => [name, name] as const)]}
        onChange={(service) => setFilter({ ...filter, service: service || null })}
      />
      <Choice
        wideOnly
        label="Level"
        value={filter.level}
        choices={Object.entries(LEVEL_FILTERS)}
        onChange={(level) => setFilter({ ...filter, level: level as LevelFilter })}
      />
      <span className="flex-1" />
      <Button size="sm" className={LOG_BUTTON} aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
        <WrapText aria-hidden className="size-3.5" />
        <span className="max-md:sr-only">Wrap</span>
      </Button>
      <Button size="icon-sm" className={LOG_BUTTON} aria-label="Download the log" onClick={download}>
        <Download aria-hidden className="size-3.5" />
      </Button>
      {live && (
        <Button size="sm" className={LOG_BUTTON} aria-pressed={following} onClick={toggleFollow}>
          {following ? <Play aria-hidden className="size-3.5" /> : <Pause aria-hidden className="size-3.5" />}
          {following ? "Following" : "Paused"}
        </Button>
      )}
    </LogBarFrame>
  );
}

function SearchField({ needle, count, search, move }: LogBarProps["search"]) {
  return (
    <InputBox className="min-h-7 w-[232px] border-[#3d525c] bg-[#0f1e25] text-sm max-md:min-h-[34px] max-md:w-full [&>input]:h-[26px]">
      <Search aria-hidden className="size-3.5 text-log-dim" />
      <input
        aria-label="Search the log"
        placeholder="Search the log"
        value={needle}
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") move(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") search("");
        }}
      />
      <span role="status" className="text-xs whitespace-nowrap text-log-dim">
        {count}
      </span>
    </InputBox>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
  /** Left out where a phone has no room. */
  wideOnly?: boolean;
};

function Choice({ label, value, choices, onChange, wideOnly }: ChoiceProps) {
  const chosen = choices.find(([name]) => name === value)?.[1] ?? value;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          size="sm"
          className={cn(LOG_BUTTON, wideOnly && "max-md:hidden")}
          aria-label={`${label}: ${chosen}`}
        >
          {chosen}
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuRadioGroup value={value} onValueChange={onChange}>
          {choices.map(([name, words]) => (
            <DropdownMenuRadioItem key={name} value={name}>
              {words}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
