/** Something that the operator has to put right; its message says how. */
export class OperatorError extends Error {}
