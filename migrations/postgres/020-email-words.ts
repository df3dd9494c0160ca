/** One wording of an email is in force, and one is being written, as in files. */
export const emailWords = `
set local search_path = control, public;

create unique index email_words_draft on email_words (template, variant) where state = 'draft';
create unique index email_words_active on email_words (template, variant) where state = 'active';
`;
