/** A text as it may stand in the markup of a page, between tags and in an attribute. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
