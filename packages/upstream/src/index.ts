export { createConnector, type ConnectorDeps, type OpenConnector } from './create-connector.ts';
