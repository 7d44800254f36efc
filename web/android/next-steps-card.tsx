import { CollapsibleTable, type Column } from '../charts/data-table.tsx';
import { Card } from '../components/card.tsx';
import { Button } from '../components/controls/button.tsx';
import { copyText } from '../components/toasts/copy-text.ts';
import * as texts from '../texts/pages/android.tsx';
import { type ConfigFile, separator } from './files.ts';

export interface Step {
  readonly text: string;
  readonly command?: string | undefined;
}

export function NextStepsCard({ steps, files }: { steps: readonly Step[]; files: readonly ConfigFile[] }) {
  return (
    <Card title={texts.nextSteps}>
      <ol className="grid gap-4">
        {steps.map((step, index) => (
          <li key={step.text} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full border border-line font-semibold text-accent tabular"
            >
              {index + 1}
            </span>
            <div className="max-w-176 min-w-0 flex-1 pt-1 leading-relaxed wrap-anywhere">
              <span>{step.text}</span>
              {step.command && <Command command={step.command} />}
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-5 border-t border-line pt-4">
        <h3 className="font-semibold">{texts.filePaths}</h3>
        <p className="mt-1 mb-2 max-w-176 leading-relaxed text-muted">{texts.filePathsHint(separator)}</p>
        <CollapsibleTable
          label={texts.filePaths}
          columns={columns}
          rows={files}
          getKey={({ path }) => path}
        />
      </div>
    </Card>
  );
}

function Command({ command }: { command: string }) {
  return (
    <div className="mt-2 flex items-start gap-2 rounded-control bg-sunken py-1 pe-1 ps-4">
      {/* Browsers must not translate code. */}
      <code
        translate="no"
        dir="ltr"
        className="min-w-0 flex-1 py-2.5 font-mono text-[0.8125rem] leading-[1.6] wrap-anywhere"
      >
        {command}
      </code>
      <Button
        variant="quiet"
        aria-label={texts.copyCommand(command)}
        onClick={() => copyText(command, texts.commandCopied)}
        className="px-3"
      >
        {texts.copy}
      </Button>
    </div>
  );
}

const columns: readonly Column<ConfigFile>[] = [
  { label: texts.download, cell: ({ downloadName }) => <span translate="no">{downloadName}</span> },
  { label: texts.projectPath, cell: ({ path }) => <span translate="no">{path}</span> },
];
