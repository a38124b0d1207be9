/** A service whose verdicts a list may bring along. */
import { Schema } from "effect"

import { serviceNames } from "./otherServices.ts"
import type { ServiceName } from "./otherServices.ts"

export const ImportService = Schema.Literals(Object.keys(serviceNames) as Array<ServiceName>)
