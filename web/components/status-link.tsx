import { checkStatus } from '../texts/pages/status-link.ts';
import { Link } from './controls/link.tsx';

/** For errors that a service causes: the page says what is down, since when, and what works instead. */
export function StatusLink() {
  return (
    <Link
      to="/status"
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {checkStatus}
    </Link>
  );
}
