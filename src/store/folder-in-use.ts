import { OperatorError } from '../operator/operator-error.ts'

/** A state folder that a simulator uses, which is the only one that may change it. */
export class FolderInUse extends OperatorError {
  /** Its process, where that is known. */
  readonly pid: number | undefined

  constructor(message: string, pid: number | undefined) {
    super(message)
    this.pid = pid
  }
}
