import { OperatorError } from '../operator/operator-error.ts'

/** The error for a state folder that another simulator uses, because only one may write to it. */
export class FolderInUse extends OperatorError {
  /** The process id of that simulator, if known. */
  readonly pid: number | undefined

  constructor(message: string, pid: number | undefined) {
    super(message)
    this.pid = pid
  }
}
