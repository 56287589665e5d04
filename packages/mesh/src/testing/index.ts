export { FakeRegistry } from './fake-registry.ts';
export { createTestMesh, type TestMesh, type TestMeshOptions } from './test-mesh.ts';
