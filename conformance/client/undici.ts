/** The one place that imports undici: the build puts the part of it that is used here into this file. */
export { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici'
