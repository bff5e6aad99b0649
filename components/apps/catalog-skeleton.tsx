import { Skeleton } from "@/components/ui/skeleton";

const CARDS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];

export function CatalogSkeleton() {
  return (
    <div aria-busy="true" aria-label="Reading the catalog" role="status">
      <div className="mb-5 grid gap-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-[30px] w-3/4" />
        <Skeleton className="h-6 w-2/3" />
      </div>
      <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-3 max-md:grid-cols-1 max-md:gap-2">
        {CARDS.map((card) => (
          <Skeleton key={card} className="h-[152px] rounded-lg max-md:h-[105px]" />
        ))}
      </div>
    </div>
  );
}
