import { Button } from '../components/controls/button.tsx';
import { toasts } from '../components/toasts/toasts.ts';
import type { Sheet } from './csv.ts';

export function CsvButton({ subject, sheet }: CsvButtonProps) {
  async function save(): Promise<void> {
    try {
      const { downloadCsv } = await import('./csv.ts');
      downloadCsv(sheet);
    } catch {
      toasts.show({
        tone: 'destructive',
        title: 'Not Downloaded',
        description: 'Check your connection and try again.',
      });
    }
  }

  return (
    <Button onClick={save}>
      Download CSV<span className="sr-only"> of {subject}</span>
    </Button>
  );
}

interface CsvButtonProps {
  subject: string;
  sheet: Sheet;
}
