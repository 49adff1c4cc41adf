/** How Today looks. */
export const todayStyle = ``;
