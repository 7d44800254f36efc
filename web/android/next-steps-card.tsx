import type { CSSProperties } from 'react';
import { type Column, FoldedTable } from '../charts/data-table.tsx';
import { Card } from '../components/card.tsx';
import { type ConfigFile, folderMark } from './files.ts';

/** What to do with the files, in order, and where each belongs. */
export function NextStepsCard({ steps, files }: { steps: readonly string[]; files: readonly ConfigFile[] }) {
  return (
    <Card title="Next Steps">
      <ol className="grid gap-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full border border-line font-semibold text-accent tabular"
            >
              {index + 1}
            </span>
            <span className="min-w-0 flex-1 pt-1 leading-relaxed wrap-anywhere" style={readable}>
              {step}
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-5 border-t border-line pt-4">
        <h3 className="font-semibold">Where each file belongs</h3>
        <p className="mt-1 mb-2 leading-relaxed text-muted" style={readable}>
          A download is named after its place in the project, with {folderMark} for each slash. If your
          browser asks whether Parley may download several files, allow it.
        </p>
        <FoldedTable
          label="Where each file belongs"
          columns={columns}
          rows={files}
          keyOf={({ path }) => path}
        />
      </div>
    </Card>
  );
}

const readable: CSSProperties = { maxWidth: '44rem' };

const columns: readonly Column<ConfigFile>[] = [
  { label: 'Download', cell: ({ downloadName }) => <Name>{downloadName}</Name> },
  { label: 'Place in the project', cell: ({ path }) => <Name>{path}</Name> },
];

/** Browsers that translate pages leave it alone. */
function Name({ children }: { children: string }) {
  return <span translate="no">{children}</span>;
}
