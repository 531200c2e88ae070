import { test as base, type TestAPI } from 'vitest'
import { type TestFixtures, usePessoas, useSimulator, type WorkerFixtures } from './pessoas.ts'

export type { Pessoas, TestFixtures, WorkerFixtures } from './pessoas.ts'

/** The `test` of Vitest, with `pessoas`: an organization for each test, whose journal is printed if the test fails. */
export const test: TestAPI<TestFixtures & WorkerFixtures> = base.extend<TestFixtures & WorkerFixtures>({
  simulatorOptions: [{}, { scope: 'worker' }],
  simulator: [({ simulatorOptions }, use) => useSimulator(simulatorOptions, use), { scope: 'worker' }],
  pessoasOptions: {},
  pessoas: async ({ simulator, pessoasOptions, onTestFailed }, use) => {
    let text = ''
    onTestFailed(() => console.error(text))
    await usePessoas(simulator, pessoasOptions, use, (journal) => {
      text = journal()
    })
  },
})
