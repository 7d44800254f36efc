/** A "P" of two strokes: one for each voice. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2">
      <svg
        viewBox="6 4 20 25"
        aria-hidden="true"
        className="h-7"
        fill="none"
        strokeWidth="4.4"
        strokeLinecap="round"
      >
        <path
          d="M24 13.5a7 7 0 0 1-7 7h-2M17 6.5a7 7 0 0 1 7 7"
          data-voice="them"
          className="stroke-accent"
        />
        <path d="M9 26.5V14.5a8 8 0 0 1 8-8" className="stroke-accent" />
      </svg>
      <span
        translate="no"
        className="text-lg leading-6 font-bold tracking-tight @max-[44rem]:mb-4 @max-[20rem]:sr-only"
      >
        Parley
      </span>
    </span>
  );
}
