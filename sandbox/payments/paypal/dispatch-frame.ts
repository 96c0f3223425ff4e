/** The frame that the SDK puts between the shop and PayPal. It reports that it is ready. */
import Framebus from 'framebus'

const [, channel] = /^dispatch_(\w+)$/.exec(window.name) ?? []
if (channel)
  new Framebus({ channel, targetFrames: [window.parent] }).emit('frameService:DISPATCH_FRAME_READY', { there: true })
