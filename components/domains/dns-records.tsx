import { CopyButton } from "@/components/marks/copy-button";
import type { DnsRecord, DomainFindings } from "@/lib/domains/schema";

/** The records to set, ready to be copied, and those that lead elsewhere. Nothing when the DNS is right. */
export function DnsRecords({ dns }: { dns: DomainFindings["dns"] }) {
  if (dns.set.length + dns.remove.length === 0) return null;
  return (
    <div className="overflow-hidden rounded-md border">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Records in the DNS</caption>
        <thead className="border-b border-border-soft bg-muted text-xs text-muted-foreground">
          <tr>
            <th className="w-20 px-3 py-1.5 font-normal">Record</th>
            <th className="w-16 px-3 py-1.5 font-normal">Type</th>
            <th className="px-3 py-1.5 font-normal max-md:hidden">Name</th>
            <th className="px-3 py-1.5 font-normal">Value</th>
          </tr>
        </thead>
        <tbody>
          {dns.set.map((record) => (
            <Row key={`set ${record.value}`} act="Set" record={record} />
          ))}
          {dns.remove.map((record) => (
            <Row key={`remove ${record.value}`} act="Remove" record={record} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ act, record: { type, name, value } }: { act: "Set" | "Remove"; record: DnsRecord }) {
  return (
    <tr className="border-b border-border-soft last:border-b-0">
      <td className={act === "Set" ? "px-3 font-semibold" : "px-3 text-muted-foreground"}>{act}</td>
      <td className="px-3">
        <code>{type}</code>
      </td>
      <td className="px-3 max-md:hidden">
        <code className="break-all">{name}</code>
      </td>
      <td className="px-3 py-1">
        <span className="flex items-center justify-between gap-2">
          <code className={act === "Set" ? "break-all" : "break-all line-through"}>{value}</code>
          {act === "Set" && <CopyButton text={value} label={`Copy ${value}`} />}
        </span>
      </td>
    </tr>
  );
}
