/**
 * Screens that belong to a person. A chunk of its own: the list of their files is longer than some of them.
 */
export const lateScreens = import.meta.screens.private;
