/** For tests of other rooms: a model service that speaks the real protocols and follows a script. */
export { ModelServer, script } from './fixtures/model-server.ts'
