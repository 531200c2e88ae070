import { test as base } from '@playwright/test'
import { type TestFixtures, usePessoas, useSimulator, type WorkerFixtures } from './pessoas.ts'

export type { Pessoas, TestFixtures, WorkerFixtures } from './pessoas.ts'

/** The `test` of Playwright, with `pessoas`: an organization for each test, whose journal is printed if the test fails. */
export const test: ReturnType<typeof base.extend<TestFixtures, WorkerFixtures>> = base.extend<
  TestFixtures,
  WorkerFixtures
>({
  simulatorOptions: [{}, { scope: 'worker', option: true }],
  simulator: [({ simulatorOptions }, use) => useSimulator(simulatorOptions, use), { scope: 'worker' }],
  pessoasOptions: [{}, { option: true }],
  pessoas: ({ simulator, pessoasOptions }, use, info) =>
    usePessoas(simulator, pessoasOptions, use, async (journal) => {
      if (info.status === info.expectedStatus) return
      await info.attach('journal of pessoas-sim', { body: journal(), contentType: 'text/plain' })
      console.error(journal())
    }),
})
