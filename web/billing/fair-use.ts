export { fairUse } from '../texts/billing.tsx';
