import type { ReactNode } from 'react';

/** Draws the device in grey, and the control to touch in the accent colour. */
export function StepPicture({ name, className = '' }: { name: PictureName; className?: string }) {
  return (
    <svg
      viewBox="0 0 120 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      // Devices mirror their settings from right to left.
      className={`text-muted rtl:-scale-x-100 ${className}`}
    >
      {pictures[name]}
    </svg>
  );
}

export type PictureName = keyof typeof pictures;

const pictures = {
  address: (
    <>
      <rect x="8" y="10" width="104" height="53" rx="8" />
      <path d="M44 26.5h44M8 42h104M22 53h50" />
      <Accent>
        <circle cx="27" cy="26" r="10.5" fill="currentColor" fillOpacity="0.14" />
        <path d="M21.5 23h4.4m4 0h2.6m-11 6.5h2.6m4 0h4.4" />
        <circle cx="27.9" cy="23" r="2" />
        <circle cx="26.1" cy="29.5" r="2" />
      </Accent>
    </>
  ),
  permissions: (
    <>
      <rect x="18" y="5" width="84" height="62" rx="8" />
      <circle cx="31" cy="16.5" r="3" />
      <circle cx="31" cy="56" r="3" />
      <path d="M41 16.5h36M41 56h26" />
      <Accent>
        <rect x="23" y="26" width="74" height="20" rx="6" fill="currentColor" fillOpacity="0.14" />
        <path d="M44 36h30m11-4 4 4-4 4" />
        <Microphone x={33} y={36} scale={0.6} />
      </Accent>
    </>
  ),
  switch: (
    <>
      <rect x="6" y="16" width="108" height="40" rx="10" />
      <path d="M42 36h24" />
      <Microphone x={25} y={36} scale={0.95} />
      <Accent>
        <rect x="76" y="26" width="30" height="20" rx="10" fill="currentColor" fillOpacity="0.14" />
        <circle cx="96" cy="36" r="6" fill="currentColor" />
      </Accent>
    </>
  ),
  settings: (
    <>
      <rect x="35" y="3" width="50" height="66" rx="9" />
      <path d="M55 9h10" />
      <rect x="42" y="17" width="9" height="9" rx="2.5" />
      <rect x="55.5" y="17" width="9" height="9" rx="2.5" />
      <rect x="69" y="17" width="9" height="9" rx="2.5" />
      <path d="M52 63h16" />
      <Accent>
        <rect x="46.5" y="31" width="27" height="27" rx="7" fill="currentColor" fillOpacity="0.14" />
        <circle cx="60" cy="44.5" r="2.6" />
        <circle cx="60" cy="44.5" r="6.6" />
        <circle cx="60" cy="44.5" r="8.8" strokeDasharray="2.2 4.71" strokeLinecap="butt" strokeWidth="2.6" />
      </Accent>
    </>
  ),
  apps: (
    <>
      <rect x="28" y="3" width="64" height="66" rx="9" />
      <rect x="36" y="12" width="8" height="8" rx="2.5" />
      <rect x="36" y="52" width="8" height="8" rx="2.5" />
      <path d="M51 16h24M51 56h18" />
      <Accent>
        <rect x="32" y="26" width="56" height="20" rx="6" fill="currentColor" fillOpacity="0.14" />
        <circle cx="42" cy="36" r="5.6" />
        <circle cx="42" cy="36" r="2.1" />
        <path d="M42 33.9h5.1M40.2 37.1l-2.6-4.3m6.2 4.3-2.5 4.4M54 36h16m9-3.5 3.5 3.5-3.5 3.5" />
      </Accent>
    </>
  ),
  allow: (
    <>
      <rect x="10" y="7" width="100" height="58" rx="10" />
      <path d="M42 20h50M42 28h32" />
      <rect x="19" y="43" width="38" height="14" rx="7" />
      <Microphone x={26} y={24} scale={0.8} />
      <Accent>
        <rect x="63" y="43" width="38" height="14" rx="7" fill="currentColor" fillOpacity="0.14" />
        <path d="m77 50 3.5 3.5 6.5-7" className="origin-center transform-fill rtl:-scale-x-100" />
      </Accent>
    </>
  ),
  dictation: (
    <>
      <rect x="8" y="12" width="104" height="50" rx="9" />
      <path d="M20 24h80M20 35h80" strokeDasharray="6 6.33" />
      <path d="M42 49h30" />
      <Accent>
        <circle cx="96" cy="48" r="11" fill="currentColor" fillOpacity="0.14" />
        <Microphone x={96} y={48} scale={0.6} />
      </Accent>
    </>
  ),
  computer: (
    <>
      <rect x="22" y="5" width="76" height="48" rx="7" />
      <path d="M60 53v12M44 66h32" />
      <Accent>
        <circle cx="60" cy="29" r="16" fill="currentColor" fillOpacity="0.14" />
        <Microphone x={60} y={29} scale={0.85} />
      </Accent>
    </>
  ),
  speak: (
    <>
      <Microphone x={60} y={36} scale={2.2} />
      <Accent>
        <path d="M36 26a14 14 0 0 0 0 18M84 26a14 14 0 0 1 0 18" />
        <path d="M27 20a24 24 0 0 0 0 30M93 20a24 24 0 0 1 0 30" opacity="0.6" />
      </Accent>
    </>
  ),
};

function Accent({ children }: { children: ReactNode }) {
  return <g className="animate-rise text-accent">{children}</g>;
}

/** The microphone of `icon.tsx`, centred at a point, with the same line width at every scale. */
function Microphone({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <path
      transform={`translate(${x - 12 * scale} ${y - 12 * scale}) scale(${scale})`}
      strokeWidth={1.8 / scale}
      d="M12 3a3 3 0 0 0-3 3v5.5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3"
    />
  );
}
