import { callChannel, type Envelope, type OperatorBridge, pushChannel } from '@contract'
import { contextBridge, ipcRenderer } from 'electron'

/** All that the window's page can reach: calls by name, and pushed envelopes. Main checks every one of them. */
const bridge: OperatorBridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, name, input),
  onPush(listen) {
    const take = (_event: unknown, envelopes: Envelope[]) => listen(envelopes)
    ipcRenderer.on(pushChannel, take)
    return () => ipcRenderer.off(pushChannel, take)
  },
}

contextBridge.exposeInMainWorld('operator', bridge)
