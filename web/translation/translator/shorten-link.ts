import { shortenLink } from './has-link.ts';

// A separate module, because imports run before their importer: no other module may read the address first.
shortenLink();
