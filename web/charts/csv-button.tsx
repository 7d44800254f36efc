import { Button } from '../components/controls/button.tsx';
import { toasts } from '../components/toasts/toasts.ts';
import type { Sheet } from './csv.ts';

/** Takes a table along. What writes it is wanted by few, and comes when it is. */
export function CsvButton({ subject, sheet }: CsvButtonProps) {
  async function take(): Promise<void> {
    try {
      const { takeCsv } = await import('./csv.ts');
      takeCsv(sheet);
    } catch {
      toasts.show({
        tone: 'destructive',
        title: 'Not Downloaded',
        description: 'Please check your internet connection and try again.',
      });
    }
  }

  return (
    <Button onClick={take}>
      Download CSV<span className="sr-only"> of {subject}</span>
    </Button>
  );
}

interface CsvButtonProps {
  /** What the table is about. */
  subject: string;
  sheet: Sheet;
}
