import { shortenLink } from './has-link.ts';

// A module of its own, because imports run before their importer: no other module may read the address first.
shortenLink();
