/** How Lessons looks. */
export const lessonsStyle = ``;
