/** How the requests begin that agents make of their model for themselves: titles and summaries of a chat. */
const beginnings = [
  "You are a title generator",
  "Generate a title for this conversation",
  "You are a context summarization agent",
  "You are a helpful AI assistant tasked with summarizing conversations",
  "Summarize what was done in this conversation",
  "Your task is to create a detailed summary of the conversation so far",
  "You are performing a CONTEXT CHECKPOINT COMPACTION",
  "Generate a 1-line summary of a chat session",
  "You are generating a highly factual state summary",
  "This session is being continued from a previous conversation",
];

/** Whether an agent asks for itself, and not a person for work: such a request gets no lessons. */
export function isHostRequest(text: string): boolean {
  const start = text.trimStart();
  return beginnings.some((beginning) => start.startsWith(beginning));
}
