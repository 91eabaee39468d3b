/** The published schemas come as plain JavaScript; only what is used of them is described here. */
declare module 'discord-api-spec/zod' {
  type Issue = {
    code: string;
    path: PropertyKey[];
    message: string;
    input?: unknown;
    expected?: string;
    format?: string;
    origin?: string;
    maximum?: number;
    minimum?: number;
    values?: unknown[];
    errors?: Issue[][];
  };
  type Schema = {
    safeParse(
      value: unknown,
      options?: { reportInput?: boolean },
    ): { success: true } | { success: false; error: { issues: Issue[] } };
  };
  export const ApplicationCommandAutocompleteCallbackRequestSchema: Schema;
  export const ApplicationCommandUpdateRequestSchema: Schema;
  export const AvailableLocalesEnumSchema: Schema;
  export const CreateMessageInteractionCallbackRequestSchema: Schema;
  export const CreateTextThreadWithoutMessageRequestSchema: Schema;
  export const IncomingWebhookRequestPartialSchema: Schema;
  export const IncomingWebhookUpdateRequestPartialSchema: Schema;
  export const MessageCreateRequestSchema: Schema;
  export const MessageEditRequestPartialSchema: Schema;
  export const ModalInteractionCallbackRequestSchema: Schema;
  export const UpdateMessageInteractionCallbackRequestSchema: Schema;
  export const UpdateThreadRequestPartialSchema: Schema;
  export type { Issue, Schema };
}
