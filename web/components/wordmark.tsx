export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8">
        <rect width="32" height="32" rx="9" className="fill-accent" />
        <path
          d="M11 26V14a6 6 0 1 1 6 6h-2"
          fill="none"
          strokeWidth="3.6"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="stroke-on-accent"
        />
        <circle cx="17" cy="14" r="1.7" className="fill-on-accent" />
      </svg>
      <span translate="no" className="text-xl font-bold tracking-tight">
        Parley
      </span>
    </span>
  );
}
