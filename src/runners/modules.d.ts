// What the fixtures need of two runners, whose packages are not installed here. With those, .ci/try-tarball checks them.

declare module 'vitest' {
  type Use<T> = (value: T) => Promise<void>
  type Fixture<All, T> = T | ((all: All & TestContext, use: Use<T>) => Promise<void>)
  interface TestContext {
    onTestFailed(listen: () => void): void
  }
  export interface TestAPI<All = object> {
    extend<More>(
      fixtures: {
        [Name in keyof More]:
          | Fixture<All & More, More[Name]>
          | [Fixture<All & More, More[Name]>, { scope: 'worker' }]
      },
    ): TestAPI<All & More>
  }
  export const test: TestAPI
}

declare module '@playwright/test' {
  type Fixture<All, T> = T | ((all: All, use: (value: T) => Promise<void>, info: TestInfo) => Promise<void>)
  interface TestInfo {
    status: string
    expectedStatus: string
    attach(name: string, options: { body: string; contentType: string }): Promise<void>
  }
  interface TestType<T, W> {
    extend<More, MoreW>(
      fixtures: {
        [Name in keyof More]: Fixture<T & W & More & MoreW, More[Name]> | [More[Name], { option: true }]
      } & {
        [Name in keyof MoreW]: [Fixture<W & MoreW, MoreW[Name]>, { scope: 'worker'; option?: true }]
      },
    ): TestType<T & More, W & MoreW>
  }
  export const test: TestType<object, object>
}
