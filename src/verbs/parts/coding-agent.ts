/** A coding agent as its session begins: whom a preview is for, unless another role is named. */
export const codingAgent = { role: "coder", tools: ["Bash", "Edit", "Write", "Read"] };
