/**
 * Nodes of one cluster on virtual time: Effect's own sharding with the service's limits, over a
 * simulated database and network. A node stops in order, or dies from one instant to the next.
 */
import { limits } from "@rcpt/service/platform/Cluster"
import { Context, Deferred, Effect, Exit, Layer, Option, Schema, Scope } from "effect"
import {
  ClusterError,
  Message,
  MessageStorage,
  Reply,
  RunnerAddress,
  RunnerHealth,
  Runners,
  RunnerStorage,
  Sharding,
  ShardingConfig,
  Snowflake
} from "effect/cluster"
import { RpcSerialization } from "effect/rpc"
import type { Rpc } from "effect/rpc"

import { endSession, makeMembership, storageOf } from "./runnerStorage.ts"

export interface SimulatedNode {
  readonly name: string
  readonly sharding: Sharding.Sharding["Service"]
  readonly isAlive: () => boolean
  readonly died: Deferred.Deferred<void>
  /** As on SIGTERM. */
  readonly stop: Effect.Effect<void>
  /** As on SIGKILL: nothing is handed back. */
  readonly kill: Effect.Effect<void>
}

/** What runs on each node beside its sharding. */
type Program = (node: string) => Layer.Layer<never, never, Sharding.Sharding>

type SendError =
  | ClusterError.AlreadyProcessingMessage
  | ClusterError.EntityNotAssignedToRunner
  | ClusterError.MailboxFull
  | ClusterError.RunnerUnavailable

/** Every node has a host of its own. */
const port = 34_300

/** One way, within a data centre. */
const latency = "1 millis"

const { codecFor } = RpcSerialization.json

const nameOf = ({ host, port: itsPort }: RunnerAddress.RunnerAddress) => `${host}:${itsPort}`

/** As Effect's `RunnerServer` passes a request on, and its client the reply. */
const deliverRequest = <R extends Rpc.Any>(
  message: Message.OutgoingRequest<R>,
  { sharding }: SimulatedNode
): Effect.Effect<void, SendError> =>
  Effect.gen(function* () {
    const replied = yield* Deferred.make<Reply.Encoded>()
    yield* sharding.send(
      new Message.IncomingRequest({
        envelope: yield* Effect.orDie(Message.serializeRequest(message, codecFor)),
        lastSentReply: Option.none(),
        codecFor,
        respond: (reply) =>
          Effect.flatMap(Reply.serialize(reply, codecFor), (encoded) =>
            Deferred.succeed(replied, encoded)
          )
      })
    )
    const reply = yield* Deferred.await(replied)
    yield* Effect.sleep(latency)
    const decoded = Schema.decodeEffect(Reply.Reply(message.rpc, codecFor))(reply).pipe(
      Effect.provideContext(message.context)
    )
    yield* message.respond(yield* Effect.orDie(decoded))
  })

const deliver = <R extends Rpc.Any>(message: Message.Outgoing<R>, node: SimulatedNode) =>
  message._tag === "OutgoingRequest"
    ? deliverRequest(message, node)
    : node.sharding.send(new Message.IncomingEnvelope({ envelope: message.envelope }))

export class SimulatedCluster {
  readonly nodes = new Map<string, SimulatedNode>()
  /** From node to node, so far. */
  messages = 0
  private readonly membership = makeMembership()

  private readonly nodeAt = (address: RunnerAddress.RunnerAddress) =>
    Effect.suspend(() => {
      const node = this.nodes.get(nameOf(address))
      return node?.isAlive() === true
        ? Effect.succeed(node)
        : Effect.fail(new ClusterError.RunnerUnavailable({ address }))
    })

  private readonly network = Layer.effect(
    Runners.Runners,
    Runners.make({
      codecFor,
      ping: (address) => Effect.asVoid(this.nodeAt(address)),
      send: ({ address, message }) =>
        Effect.gen({ self: this }, function* () {
          this.messages += 1
          yield* Effect.sleep(latency)
          const node = yield* this.nodeAt(address)
          const lost = Effect.andThen(
            Deferred.await(node.died),
            Effect.fail(new ClusterError.RunnerUnavailable({ address }))
          )
          return yield* Effect.raceFirst(deliver(message, node), lost)
        }),
      notify: () => Effect.void,
      onRunnerUnavailable: () => Effect.void
    })
  ).pipe(Layer.provide(Snowflake.layerGenerator))

  /** Its sharding needs some seconds, until it has shards. */
  readonly start = (program: Program): Effect.Effect<SimulatedNode, never, Scope.Scope> =>
    Effect.gen({ self: this }, function* () {
      const address = RunnerAddress.make(`node-${this.nodes.size + 1}.test`, port)
      const name = nameOf(address)
      const died = yield* Deferred.make<void>()
      let isAlive = true
      const storage = storageOf(this.membership, name, () => isAlive, limits.shardLockExpiration)
      const sharding = Sharding.layer.pipe(
        Layer.provide([this.network, RunnerHealth.layerNoop]),
        Layer.provide(Layer.succeed(RunnerStorage.RunnerStorage, storage)),
        Layer.provide(MessageStorage.layerNoop),
        Layer.provide(ShardingConfig.layer({ ...limits, runnerAddress: Option.some(address) }))
      )
      const scope = yield* Scope.fork(yield* Effect.scope)
      const layer = Layer.fresh(program(name).pipe(Layer.provideMerge(sharding)))
      const context = yield* Layer.buildWithScope(layer, scope)
      const end = Effect.sync(() => {
        isAlive = false
        Deferred.doneUnsafe(died, Exit.void)
      })
      const close = Scope.close(scope, Exit.void)
      const node: SimulatedNode = {
        name,
        sharding: Context.get(context, Sharding.Sharding),
        isAlive: () => isAlive,
        died,
        stop: Effect.andThen(close, end),
        kill: end.pipe(
          Effect.andThen(Effect.sync(() => endSession(this.membership, name))),
          Effect.andThen(close)
        )
      }
      this.nodes.set(name, node)
      return node
    })
}
