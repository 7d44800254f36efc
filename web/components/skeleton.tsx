export function Skeleton({ label, lines = 3 }: { label: string; lines?: number }) {
  return (
    <div>
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-hidden="true" className="grid gap-3 pt-1.5 pb-2">
        {Array.from({ length: lines }, (_, line) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: all lines are alike
            key={line}
            className={`shimmer h-7 animate-shimmer rounded-lg ${line % 2 === 0 ? 'w-11/12' : 'w-3/5'}`}
          />
        ))}
      </div>
    </div>
  );
}
