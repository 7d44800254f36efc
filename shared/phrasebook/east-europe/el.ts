import type { RomanisedBook } from '../book.ts';

export const book: RomanisedBook = {
  'en-train-station': ['Πού είναι ο σταθμός του τρένου;', 'Poú eínai o stathmós tou trénou?'],
  'en-price': ['Πόσο κάνει αυτό;', 'Póso kánei aftó?'],
  'en-do-not-understand': ['Συγγνώμη, δεν καταλαβαίνω.', 'Syngnómi, den katalavaíno.'],
  'en-doctor': ['Χρειάζομαι γιατρό, παρακαλώ.', 'Chreiázomai giatró, parakaló.'],
  'en-wifi': ['Ποιος είναι ο κωδικός του Wi-Fi, παρακαλώ;', 'Poios eínai o kodikós tou Wi-Fi, parakaló?'],
  'en-speak-english': ['Συγγνώμη, μιλάτε αγγλικά;', 'Syngnómi, miláte angliká?'],
  'hi-toilet': ['Συγγνώμη, πού είναι η τουαλέτα;', 'Syngnómi, poú eínai i toualéta?'],
  'hi-water': ['Ένα μπουκάλι νερό, παρακαλώ.', 'Éna boukáli neró, parakaló.'],
  'hi-vegetarian': ['Δεν τρώω κρέας ούτε ψάρι.', 'Den tróo kréas oúte psári.'],
  'hi-help': ['Μπορείτε να με βοηθήσετε;', 'Boreíte na me voithísete?'],
  'zh-bill': ['Τον λογαριασμό, παρακαλώ.', 'Ton logariasmó, parakaló.'],
  'zh-allergy': ['Έχω αλλεργία στα αράπικα φιστίκια.', 'Écho allergía sta arápika fistíkia.'],
  'zh-address': [
    'Πηγαίνετέ με σε αυτή τη διεύθυνση, παρακαλώ.',
    'Pigaíneté me se aftí ti diéfthynsi, parakaló.',
  ],
  'zh-slowly': ['Μιλήστε πιο αργά, παρακαλώ.', 'Milíste pio argá, parakaló.'],
  'es-reservation': ['Έχω κράτηση για απόψε.', 'Écho krátisi gia apópse.'],
  'es-menu': [
    'Μπορείτε να μου φέρετε τον κατάλογο, παρακαλώ;',
    'Boreíte na mou férete ton katálogo, parakaló?',
  ],
  'es-card': ['Μπορώ να πληρώσω με κάρτα;', 'Boró na pliróso me kárta?'],
  'ar-thanks': ['Ευχαριστώ πολύ για τη βοήθεια.', 'Efcharistó polý gia ti voítheia.'],
  'ar-pharmacy': [
    'Πού είναι το πλησιέστερο φαρμακείο, παρακαλώ;',
    'Poú eínai to plisiéstero farmakeío, parakaló?',
  ],
  'ar-passport': ['Έχασα το διαβατήριό μου.', 'Échasa to diavatírió mou.'],
  'bn-lost': ['Έχω χαθεί.', 'Écho chatheí.'],
  'bn-next-bus': ['Πότε φεύγει το επόμενο λεωφορείο;', 'Póte févgei to epómeno leoforeío?'],
  'bn-less-spicy': ['Λίγο λιγότερο καυτερό, παρακαλώ.', 'Lígo ligótero kafteró, parakaló.'],
};
