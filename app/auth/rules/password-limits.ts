/** Lengths of a password that someone chooses. On their own, so that pages can name them without the schemas. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
