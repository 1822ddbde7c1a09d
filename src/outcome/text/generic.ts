const GENERIC =
  /^(?:(?:an? |the )?(?:unknown |unexpected |internal |general |generic |undefined |unspecified )?(?:operation|request|call|tool|tool call|tool execution|function|action|command|task|process|execution|job|query)?\s?(?:has |was )?(?:failed|failure|error|exception|unsuccessful)(?: has)?(?: occurred| happened| encountered)?|something went wrong|oops|error executing (?:tool|function|code)|function failed|unknown error|an error (?:has )?occurred|error occurred|errored|not ok|false|_?other|(?:mcp_)?tool_error|tool_execution_error|exit(?:ed)? (?:with )?(?:code|status):? \d+|command failed(?: with exit code \d+)?)(?:\.|!|,)*(?: please try again(?: later)?| try again(?: later)?)?[.!]*$/i;

/** Whether an error text says nothing beyond that something failed ("Operation failed"). */
export function isGenericText(text: string): boolean {
  const bare = text.trim().replace(/^(?:error|exception|failed|failure)\s?[:-]\s?/i, '');
  return bare.length <= 80 && (bare === '' || GENERIC.test(bare));
}
